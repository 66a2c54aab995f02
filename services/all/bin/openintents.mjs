#!/usr/bin/env node
// The command line of an installation; needs a Node that runs TypeScript sources (22.18 or newer).
import "../src/cli.ts";
