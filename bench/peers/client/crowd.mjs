// Memory with a thousand open matches and many sockets, and what an order costs there.
// node client/crowd.mjs --base B --pid P --n 200 --all 500 --open 1000 [--kind live] [--orders 10] [--warm 5]; BASES: further addresses
import WebSocket from 'ws'
import { cpuSeconds, opt, request, rssKiB } from './load.mjs'
const base = opt('base'), pid = Number(opt('pid')), N = Number(opt('n', 200)), ALL = Number(opt('all', 500))
const OPEN = Number(opt('open', 1000)), K = Number(opt('orders', 10)), warm = Number(opt('warm', 5)), kind = opt('kind', 'live')
const many = [base, ...(process.env.BASES || '').split(',').filter(Boolean)]
const mib = () => Math.round(rssKiB(pid) / 102.4) / 10
const open = () => request('POST', `${base}/bench/open?game=hexwar&scenario=40`, {})
const start = mib(), matches = []
for (let k = 0; k < OPEN; k += 10) matches.push(...await Promise.all(Array.from({ length: Math.min(10, OPEN - k) }, open)))
const opened = mib()
const r = await request('POST', `${base}/bench/open?game=ndc&scenario=kaltenbach`, {})
let told = null, w = 0
const socket = (m, seat, heard) => new Promise((res, rej) => {
  const at = many[w++ % many.length].replace('http', 'ws')
  const s = new WebSocket(`${at}/api/v1/matches/${m.id}/seats/${seat}/${kind}?after=${m.versions[seat]}`, { headers: { authorization: `Bearer ${m.token}` }, perMessageDeflate: false })
  s.on('open', () => res(s)); s.on('error', rej); s.on('message', () => heard && told && told())
})
const socks = await Promise.all(Array.from({ length: N }, () => socket(r, 'Soviet', true)))
for (let k = 0; k < ALL - N; k++) socks.push(await socket(matches[k % matches.length], k % 2 ? 'Blue' : 'Red', false))
await new Promise(q => setTimeout(q, 3000)); const listening = mib()
let v = r.versions.US, last = [], c0 = cpuSeconds(pid)
for (let k = 0; k < warm + K; k++) {
  if (k === warm) { last = []; c0 = cpuSeconds(pid) }
  const t0 = performance.now(); let n = 0
  const all = new Promise((res, rej) => { const to = setTimeout(() => rej(new Error(`told ${n} of ${N}`)), 20000); told = () => { if (++n === N) { last.push(performance.now() - t0); clearTimeout(to); res() } } })
  await request('POST', `${base}/api/v1/matches/${r.id}/seats/US/orders`, [{ kind: 'attend', attendance: ['standing', 'present'][k % 2] }], { authorization: `Bearer ${r.token}`, 'if-match': `"${v}"` })
  v += 2; await all
}
const cpu = (cpuSeconds(pid) - c0) * 1000 / K
last.sort((a, b) => a - b)
console.log(JSON.stringify({ mib_at_the_start: start, mib_with_open_matches: opened, mib_with_sockets: listening, mib_after_orders: mib(), told_all_ms: Math.round(last[last.length >> 1]), ms_an_order_told_to_all: Math.round(cpu * 10) / 10 })); process.exit(0)
