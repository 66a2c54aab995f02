throw new Error("broken while loading");
