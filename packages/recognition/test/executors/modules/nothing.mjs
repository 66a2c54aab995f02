export const executor = "not the default";
