import { createMemoryRecordStore } from "../../src/host/memory-store.ts";
import { stateTable } from "./state-table.ts";

stateTable("records in memory", () => createMemoryRecordStore());
