// What reading costs on Sitrep: whole page, live fragments, view, options, log, one after another and eight at a time,
// at several lengths of one match. node client/pages.mjs --base B --pid P --game ndc|skirmish|attend --at 10,100,200
import { readFileSync } from 'node:fs'
import http from 'node:http'
import { agent, cpuSeconds, opt, request, summary } from './load.mjs'
const base = opt('base'), pid = Number(opt('pid')), game = opt('game', 'ndc'), N = Number(opt('n', 60))
const stream = game === 'attend' ? null : JSON.parse(readFileSync(new URL(`../${game}.json`, import.meta.url)))
const r = await request('POST', `${base}/bench/open?game=${stream ? game : 'ndc'}&scenario=${stream ? stream.scenario : 'kaltenbach'}`, {})
const seats = stream ? stream.seats : ['Soviet', 'US'], ver = seats.map(s => r.versions[s])
const get = (path, headers) => new Promise((res, rej) => http.get(base + path, { agent, headers }, m => { let n = 0; m.on('data', c => n += c.length); m.on('end', () => m.statusCode >= 400 ? rej(new Error(path + ' ' + m.statusCode)) : res(n)) }).on('error', rej))
const path = s => `/api/v1/matches/${r.id}/seats/${seats[s]}`
let k = 0
async function play() {
  const o = stream ? stream.orders[k] : { seat: 1, orders: [{ kind: 'attend', attendance: ['standing', 'present'][k % 2] }], if: ver[1] + 2 * k }
  k++
  for (let tries = 0; ; tries++) { // orders are worked after they are answered: what came of the last may not be told yet
    try { return await request('POST', base + path(o.seat) + '/orders', o.orders, { authorization: `Bearer ${r.token}`, 'if-match': `"${o.if}"` }) } catch (e) { if (tries > 200 || !e.message.includes('412')) throw e }
    await new Promise(q => setTimeout(q, 10))
  }
}
const whole = (path, headers) => new Promise((res, rej) => http.get(base + path, { agent, headers }, m => { let s = ''; m.setEncoding('utf8'); m.on('data', c => s += c); m.on('end', () => res(s)) }).on('error', rej))
// What a page that stands says it has, as its script does (web/table/static/page-delta.js): every leaf, frame and pattern.
const has = html => `open: ${[...new Set([...html.matchAll(/ data-[vfp]="([^"]+)"/g)].map(found => found[1]))].join(' ')}`
const out = { adapter: 'ours', game, rows: [] }
for (const at of opt('at', '10,100,200').split(',').map(Number)) {
  while (k < at && (!stream || k < stream.orders.length)) await play()
  const s = 1, page = `/matches/${r.id}/${seats[s]}`, cookie = { cookie: r.cookies[seats[s]] }, bearer = { authorization: `Bearer ${r.token}` }, was = await whole(page, cookie), shown = was.match(/name="after" value="(\d+)"/)[1]
  for (let news = 0; news < 4; news++) await play()
  await new Promise(q => setTimeout(q, 300))
  const hx = { ...cookie, 'HX-Request': 'true', 'HX-Request-Type': 'partial', 'Sitrep-Has': has(was) }
  for (const [what, p, h] of [['page', page, cookie], ['page gzip', page, { ...cookie, 'accept-encoding': 'gzip' }], ['fragments', `${page}?live=1&after=${shown}`, hx], ['fragments gzip', `${page}?live=1&after=${shown}`, { ...hx, 'accept-encoding': 'gzip' }], ['view', path(s) + '/view', bearer], ['options', path(s) + '/options', bearer], ['log after last', path(s) + `/log?after=${1e6}`, bearer], ['log whole', path(s) + '/log', bearer]]) {
    for (let i = 0; i < 3; i++) await get(p, h)
    const t = []; let n = 0; const c0 = cpuSeconds(pid)
    for (let i = 0; i < N; i++) { const t0 = performance.now(); n = await get(p, h); t.push(performance.now() - t0) }
    const cpu = (cpuSeconds(pid) - c0) * 1000 / N
    let done = 0, stop = false; const t0 = performance.now()
    const busy = Promise.all(Array.from({ length: 8 }, async () => { while (!stop) { await get(p, h); done++ } }))
    await new Promise(q => setTimeout(q, 1000)); stop = true; await busy
    out.rows.push({ at: k, what, bytes: n, ms: summary(t), cpu_ms: Number(cpu.toFixed(2)), per_s_8: Number((done / (performance.now() - t0) * 1000).toFixed(1)) })
  }
}
console.log(JSON.stringify(out)); process.exit(0)
