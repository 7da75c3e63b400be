// Sitrep over its public API: POST .../orders (If-Match, Bearer, Idempotency-Key unless NOKEY=1), told over the socket .../live.
// --game hexwar        the test game itself as a Sitrep rulebook (hexwar.py): [step, done] in one request, scripted as for the others
// --game attend        the lightest order of the real game ndc: `attend`, of which both sides are told at once
// --game ndc|skirmish  a match of two house bots, recorded by record.py, played again (same dice); at its end another match is opened
// OPP=page             the other side's word is the page's: a nudge on .../live/page, then the fetch of the fragments that htmx makes
import WebSocket from 'ws'
import http from 'node:http'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { request, agent } from './load.mjs'
const { scriptedOrder } = createRequire(import.meta.url)('../bgio/game.cjs')
const pad = n => String(n).padStart(2, '0')
let keys = 0
// the US says again and again how it will be present: two entries in its own log, one in the other's; lengths count from the opening
const attends = () => ({ game: 'ndc', scenario: 'kaltenbach', seats: ['Soviet', 'US'], first: [0, 0], relative: true, orders: Array.from({ length: 20000 }, (_, k) => ({ seat: 1, orders: [{ kind: 'attend', attendance: ['standing', 'present'][k % 2] }], if: 2 * k, after: [k + 1, 2 * k + 2] })) })

export default ({ base, game, mode }) => {
  const SCALE = process.env.SCALE || '40', page = process.env.OPP === 'page', key = !process.env.NOKEY
  const stream = ['ndc', 'skirmish'].includes(game) ? JSON.parse(readFileSync(new URL(`../${game}.json`, import.meta.url))) : game === 'attend' ? attends() : null
  const of = game === 'hexwar' ? { game, scenario: SCALE, seats: ['Blue', 'Red'] } : stream
  const others = (process.env.BASES || '').split(',').filter(Boolean), many = [base, ...others]; let turn_ = 0 // several workers: matches are spread over them
  const apart = process.env.TOGETHER ? 0 : 1 // and the seats of a match, or both come to one
  const text = (path, headers) => new Promise((res, rej) => http.get(base + path, { agent, headers }, m => { let n = 0; const t0 = performance.now(); m.on('data', c => n += c.length); m.on('end', () => m.statusCode >= 400 ? rej(new Error(path + ' ' + m.statusCode)) : res(n)) }).on('error', rej))
  // when a seat's log has reached `len`, the number of orders it has heard of (1-based over the whole chain of matches), for streams
  const heard = (m, seat, len) => { let v = null; for (let k = m.seen[seat]; k < stream.orders.length && stream.orders[k].after[seat] + m.rel[seat] <= len; k++) { const before = k ? stream.orders[k - 1].after[seat] : stream.first[seat]; m.seen[seat] = k + 1; if (stream.orders[k].after[seat] > before) v = k + 1 } return v }
  const self = {
    waitFor: stream ? 'ack' : 'opp', games: 0,
    async create(m) {
      const r = await request('POST', `${base}/bench/open?game=${of.game}&scenario=${of.scenario}`, {})
      self.games++
      m.id = r.id; m.w = turn_++; m.tok = r.token; m.cookie = of.seats.map(s => r.cookies[s]); m.ver = of.seats.map(s => r.versions[s]); m.rel = stream?.relative ? m.ver.slice() : [0, 0]; m.n2 = [0, 0]; m.h2 = [0, 0]; m.k = 0; m.seen = [0, 0]; m.off ??= 0; m.acked = -1
      m.path = of.seats.map(s => `/api/v1/matches/${m.id}/seats/${s}`); m.cb = [null, null]
    },
    open(m, seat, cb) {
      m.cb[seat] = cb
      return new Promise((res, rej) => {
        const auth = { authorization: `Bearer ${m.tok}` }
        const sock = new WebSocket(`${many[(m.w + seat * apart) % many.length].replace('http', 'ws')}${m.path[seat]}/live${page ? '/page' : ''}?after=${m.ver[seat]}`, { headers: auth, perMessageDeflate: false })
        let fetching = false, again = false, bytes = 0
        const told = (len, n) => {
          m.ver[seat] = len; bytes += n
          if (stream) {
            const v = heard(m, seat, len)
            if (v != null) { const b = bytes; bytes = 0; cb({ v: m.off + v, turn: -1, bytes: b }) }
            self.next(m)
          }
        }
        const fetch_ = async () => {
          if (m.k && stream.orders[m.k - 1].seat === seat) return // the mover's own page got its blocks with the answer
          if (fetching) { again = true; return }
          fetching = true
          const len = stream.orders[m.k - 1].after[seat] + m.rel[seat]
          const n = await text(`/matches/${m.id}/${of.seats[seat]}?live=1&after=${m.ver[seat]}`, { cookie: m.cookie[seat], 'HX-Request': 'true', ...(process.env.GZIP ? { 'accept-encoding': 'gzip' } : {}) }).catch(e => { console.error(e.message); return 0 })
          fetching = false; told(len, n)
          if (again) { again = false; fetch_() }
        }
        sock.on('message', d => {
          if (page) return fetch_()
          const e = JSON.parse(d)
          if (stream) return told(e.number, d.length)
          m.ver[seat] = e.number; bytes += d.length
          // the mover has it when his orders are accepted, the other when his heading has opened, which is also his turn
          if (e.kind === 'orders-accepted') cb({ v: 2 * m.n2[seat] + 1 + seat, turn: -1, bytes })
          else if (e.kind === 'heading-opened') cb({ v: 2 * (m.h2[seat]++) + 2 - seat, turn: seat, bytes })
          else return
          if (e.kind === 'orders-accepted') m.n2[seat]++
          bytes = 0
        })
        sock.on('open', () => {
          if (stream) { cb({ v: m.off, turn: stream.orders[0].seat === seat ? seat : -1, bytes: 0 }) }
          else cb({ v: 0, turn: seat === 0 ? 0 : -1, bytes: 0 })
          res(sock)
        })
        sock.on('error', rej)
      })
    },
    // streams: the next order may go when the last one's answer is there and the next seat has heard all that it must have seen
    next(m) {
      if (m.acked !== m.k - 1 || m.k === 0) return
      if (m.k >= stream.orders.length) { if (!m.moving) { m.moving = true; if (mode !== 'growth') self.restart(m); else m.over = true } return }
      const o = stream.orders[m.k]
      if (m.ver[o.seat] < o.if + m.rel[o.seat] && !page) return
      if (m.signalled === m.k + m.off) return
      m.signalled = m.k + m.off
      const v = m.u?.[o.seat]?.v ?? m.off
      m.cb[o.seat]({ v, turn: o.seat, bytes: 0 })
    },
    async restart(m) {
      const old = m.socks.slice()
      await new Promise(r => setTimeout(r, 20))
      m.off += 1e6; m.pend.length = 0; m.ready = false
      await self.create(m)
      for (const s of old) s.close()
      await m.reconnect()
      m.moving = false
    },
    async send(m, seat, n) {
      const headers = { authorization: `Bearer ${m.tok}`, ...(key ? { 'idempotency-key': `k${process.pid}-${keys++}` } : {}) }
      if (stream) {
        const o = stream.orders[m.k], k = m.k++, before = (k ? stream.orders[k - 1].after : stream.first)[1 - seat]
        if (o.after[1 - seat] === before && m.pend.length) m.pend[m.pend.length - 1].opp = 1 // the other side is not told of it: no time to take
        const r = await request('POST', many[(m.w + seat * apart) % many.length] + m.path[seat] + '/orders', o.orders, { ...headers, 'if-match': `"${o.if + m.rel[seat]}"` })
        m.acked = k
        if (page) { m.ver[seat] = Math.max(m.ver[seat], o.after[seat] + m.rel[seat]); m.cb[seat]({ v: m.off + k + 1, turn: -1, bytes: 0 }) }
        self.next(m)
        return r
      }
      {
        const [unit, col, row] = scriptedOrder(seat, n)
        return request('POST', many[(m.w + seat * apart) % many.length] + m.path[seat] + '/orders', [{ kind: 'step', unit, to: pad(col) + pad(row) }, { kind: 'done' }], { ...headers, 'if-match': `"${m.ver[seat]}"` })
      }
    },
    async reopen(m) {
      const out = []; let vb = 0, lb = 0
      for (let k = 0; k < 5; k++) {
        const t0 = performance.now()
        vb = await text(m.path[1] + '/view', { authorization: `Bearer ${m.tok}` })
        const s = new WebSocket(`${base.replace('http', 'ws')}${m.path[1]}/live?after=${m.ver[1]}`, { headers: { authorization: `Bearer ${m.tok}` }, perMessageDeflate: false })
        await new Promise(r => s.on('open', r)); out.push(performance.now() - t0); s.close()
        await new Promise(r => setTimeout(r, 30))
      }
      out.sort((a, b) => a - b)
      const pg = await text(`/matches/${m.id}/${of.seats[1]}`, { cookie: m.cookie[1] }).catch(() => null)
      const pgz = await text(`/matches/${m.id}/${of.seats[1]}`, { cookie: m.cookie[1], 'accept-encoding': 'gzip' }).catch(() => null)
      const vz = await text(m.path[1] + '/view', { authorization: `Bearer ${m.tok}`, 'accept-encoding': 'gzip' })
      return { reconnect_ms: Number(out[2].toFixed(2)), reconnect_bytes: vb, reconnect_bytes_gzip: vz, reconnect_page_bytes: pg, reconnect_page_gzip: pgz }
    },
    async close() { if (stream) console.error('matches used', self.games) },
  }
  return self
}
