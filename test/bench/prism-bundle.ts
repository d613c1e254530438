import { bundleForMock } from "../../openapi/tools/mock.ts";

/** The mock's bundle, with an example page as long as the pages that are measured: the contract's own has two. */
export function prismBundle(pageSize: number): string {
  const bundle = JSON.parse(bundleForMock());
  const page = bundle.components.examples["listContacts.200.page"].value;
  page.data = Array.from({ length: pageSize }, (_, index) => page.data[index % page.data.length]);
  return JSON.stringify(bundle);
}
