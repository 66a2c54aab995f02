#!/usr/bin/env node
// The stand-alone recognition server; needs a Node that runs TypeScript sources (22.18 or newer).
import "../src/server/cli.ts";
