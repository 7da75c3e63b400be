// The same heading, played with what openapi-ts makes of openapi.json: a function for each operation.
import { client } from "./generated/sdk/client.gen";
import { readDestinations, readOptions, sendOrders } from "./generated/sdk/sdk.gen";
import type { NdcOrder } from "./generated/sdk/types.gen";

const [baseUrl, token, match_id, seat] = process.argv.slice(2) as [string, string, string, string];
client.setConfig({ baseUrl, auth: token, throwOnError: true });
const path = { match_id, seat };

const { data: options } = await readOptions({ path, throwOnError: true });
const orders: NdcOrder[] = [];
for (const unit of options.options.flatMap((option) => (option.kind === "move" ? option.subjects : [])).slice(0, 5)) {
  const { data: ways } = await readDestinations({ path, query: { unit: [unit] }, throwOnError: true });
  const way = ways.destinations[0];
  if (way) {
    orders.push({ kind: "move", unit, path: way.path });
    break;
  }
}
orders.push({ kind: "done" });
const { data: accepted } = await sendOrders({
  path,
  headers: { "If-Match": `"${options.version}"` },
  body: orders,
  throwOnError: true,
});
console.log(JSON.stringify({ before: options.version, after: accepted.version, orders: orders.length }));
