import { boundsAndDeadlines } from "./bounds-and-deadlines.ts";
import { joinedValidations } from "./joined-validations.ts";
import { replicas } from "./replicas.ts";
import { type StoreFactory, stateTable } from "./state-table.ts";

/** Everything that host mode promises, over any store. The factory may give the same store again: owners are random. */
export function hostSuite(title: string, makeStore: StoreFactory): void {
  stateTable(title, makeStore);
  joinedValidations(title, makeStore);
  boundsAndDeadlines(title, makeStore);
  replicas(title, makeStore);
}
