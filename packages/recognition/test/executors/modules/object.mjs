export default {
  id: "object",
  features: { schema: "none", abort: false, offline: true },
  generate: async () => ({ outcome: "refusal" }),
};
