// A heading of `ndc`, played with what openapi-typescript makes of openapi.json: a unit moves where one can, and the heading is closed.
import createClient from "openapi-fetch";

import type { components, paths } from "./generated/schema";

const [baseUrl, token, match_id, seat] = process.argv.slice(2) as [string, string, string, string];
const client = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${token}` } });
const path = { match_id, seat };

function found<T>(answer: { data?: T; error?: unknown }): T {
  if (answer.data === undefined) throw new Error(JSON.stringify(answer.error));
  return answer.data;
}

const options = found(await client.GET("/api/v1/matches/{match_id}/seats/{seat}/options", { params: { path } }));
const orders: components["schemas"]["ndc.Order"][] = [];
for (const unit of options.options.flatMap((option) => (option.kind === "move" ? option.subjects : [])).slice(0, 5)) {
  const ways = found(
    await client.GET("/api/v1/matches/{match_id}/seats/{seat}/destinations", {
      params: { path, query: { unit: [unit] } },
    }),
  );
  const way = ways.destinations[0];
  if (way) {
    orders.push({ kind: "move", unit, path: way.path });
    break;
  }
}
orders.push({ kind: "done" });
const accepted = found(
  await client.POST("/api/v1/matches/{match_id}/seats/{seat}/orders", {
    params: { path, header: { "If-Match": `"${options.version}"` } },
    body: orders,
  }),
);
console.log(JSON.stringify({ before: options.version, after: accepted.version, orders: orders.length }));
