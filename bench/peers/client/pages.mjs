// What reading costs on Sitrep: whole page, live fragments, view, options, log, one after another and eight at a time,
// at several lengths of a match. node client/pages.mjs --base B --pid P --game ndc|skirmish|attend --at 10,100,200
// Each length is a match of its own, and they are read by turns, BLOCK readings each: so an hour in which the machine is slow is slow for all.
import { readFileSync } from 'node:fs'
import http from 'node:http'
import { agent, cpuSeconds, opt, request, summary } from './load.mjs'
const base = opt('base'), pid = Number(opt('pid')), game = opt('game', 'ndc'), N = Number(opt('n', 60)), BLOCK = 6
const stream = game === 'attend' ? null : JSON.parse(readFileSync(new URL(`../${game}.json`, import.meta.url)))
const seats = stream ? stream.seats : ['Soviet', 'US'], s = 1
const get = (path, headers) => new Promise((res, rej) => http.get(base + path, { agent, headers }, m => { let n = 0; m.on('data', c => n += c.length); m.on('end', () => m.statusCode >= 400 ? rej(new Error(path + ' ' + m.statusCode)) : res(n)) }).on('error', rej))
const whole = (path, headers) => new Promise((res, rej) => http.get(base + path, { agent, headers }, m => { let s = ''; m.setEncoding('utf8'); m.on('data', c => s += c); m.on('end', () => res(s)) }).on('error', rej))
// What a page that stands says it has, as its script does (web/table/static/page-delta.js): every leaf, frame and pattern.
const has = html => `open: ${[...new Set([...html.matchAll(/ data-[vfp]="([^"]+)"/g)].map(found => found[1]))].join(' ')}`

// A match after so many orders, and four more that its page does not show yet; what is read of it, with how long that took.
async function played(at) {
  const r = await request('POST', `${base}/bench/open?game=${stream ? game : 'ndc'}&scenario=${stream ? stream.scenario : 'kaltenbach'}`, {})
  const ver = seats.map(s => r.versions[s]), path = s => `/api/v1/matches/${r.id}/seats/${seats[s]}`
  let k = 0
  const play = async () => {
    const o = stream ? stream.orders[k] : { seat: 1, orders: [{ kind: 'attend', attendance: ['standing', 'present'][k % 2] }], if: ver[1] + 2 * k }
    k++
    for (let tries = 0; ; tries++) { // orders are worked after they are answered: what came of the last may not be told yet
      try { return await request('POST', base + path(o.seat) + '/orders', o.orders, { authorization: `Bearer ${r.token}`, 'if-match': `"${o.if}"` }) } catch (e) { if (tries > 200 || !e.message.includes('412')) throw e }
      await new Promise(q => setTimeout(q, 10))
    }
  }
  while (k < at && (!stream || k < stream.orders.length)) await play()
  const page = `/matches/${r.id}/${seats[s]}`, cookie = { cookie: r.cookies[seats[s]] }, bearer = { authorization: `Bearer ${r.token}` }, was = await whole(page, cookie), shown = was.match(/name="after" value="(\d+)"/)[1]
  for (let news = 0; news < 4; news++) await play()
  await new Promise(q => setTimeout(q, 300))
  const hx = { ...cookie, 'HX-Request': 'true', 'HX-Request-Type': 'partial', 'Sitrep-Has': has(was) }, live = `${page}?live=1&after=${shown}`, gzip = { 'accept-encoding': 'gzip' }
  const reads = { page: [page, cookie], 'page gzip': [page, { ...cookie, ...gzip }], fragments: [live, hx], 'fragments gzip': [live, { ...hx, ...gzip }], view: [path(s) + '/view', bearer], options: [path(s) + '/options', bearer], 'log after last': [path(s) + `/log?after=${1e6}`, bearer], 'log whole': [path(s) + '/log', bearer] }
  return { k, reads }
}

const out = { adapter: 'ours', game, rows: [] }, lengths = []
for (const at of opt('at', '10,100,200').split(',').map(Number)) lengths.push(await played(at))
for (const what of Object.keys(lengths[0].reads)) {
  const taken = lengths.map(() => ({ t: [], cpu: 0, n: 0 }))
  for (const { reads } of lengths) for (let i = 0; i < 3; i++) await get(...reads[what])
  for (let i = 0; i < N; i += BLOCK) for (const [place, { reads }] of lengths.entries()) {
    const of = taken[place], c0 = cpuSeconds(pid)
    for (let j = i; j < Math.min(N, i + BLOCK); j++) { const t0 = performance.now(); of.n = await get(...reads[what]); of.t.push(performance.now() - t0) }
    of.cpu += cpuSeconds(pid) - c0
  }
  for (const [place, { k, reads }] of lengths.entries()) {
    let done = 0, stop = false; const t0 = performance.now(), of = taken[place]
    const busy = Promise.all(Array.from({ length: 8 }, async () => { while (!stop) { await get(...reads[what]); done++ } }))
    await new Promise(q => setTimeout(q, 1000)); stop = true; await busy
    out.rows.push({ at: k, what, bytes: of.n, ms: summary(of.t), cpu_ms: Number((of.cpu * 1000 / N).toFixed(2)), per_s_8: Number((done / (performance.now() - t0) * 1000).toFixed(1)) })
  }
}
console.log(JSON.stringify(out)); process.exit(0)
