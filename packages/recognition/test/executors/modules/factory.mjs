export default (options) => ({
  id: "factory",
  features: { schema: "json", abort: false, offline: true },
  generate: async () => ({ outcome: "complete", candidateText: JSON.stringify(options) }),
});
