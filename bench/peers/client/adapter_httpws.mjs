// REST order in, WebSocket view out. Shape of ref/app.py; copy this file for the project's own API.
import WebSocket from 'ws'
import { createRequire } from 'node:module'
import { request } from './load.mjs'
const { scriptedOrder } = createRequire(import.meta.url)('../bgio/game.cjs')

export default ({ base, game }) => ({
  async create(m) { const r = await request('POST', `${base}/m`, {}); m.id = r.id; m.tok = r.tokens },
  open(m, seat, cb) {
    return new Promise((res, rej) => {
      const sock = new WebSocket(`${base.replace('http', 'ws')}/m/${m.id}/ws?seat=${seat}&token=${m.tok[seat]}`, { perMessageDeflate: process.env.DEFLATE === '1' })
      let first = true
      sock.on('message', d => {
        const u = JSON.parse(d); sock.lastBytes = d.length
        cb({ v: u.v, turn: u.turn, bytes: d.length })
        if (first) { first = false; res(sock) }
      })
      sock.on('error', rej)
    })
  },
  send(m, seat, n) {
    if (game === 'ping') return request('POST', `${base}/m/${m.id}/ping`)
    const [unit, col, row] = scriptedOrder(seat, n)
    return request('POST', `${base}/m/${m.id}/orders`, { unit, to: [col, row] }, { 'x-token': m.tok[seat] })
  },
  async reopen(m) {
    const out = []; let bytes = 0
    for (let k = 0; k < 5; k++) { const t0 = performance.now(); const s = await this.open(m, 1, () => { }); out.push(performance.now() - t0); bytes = s.lastBytes; s.close(); await new Promise(r => setTimeout(r, 50)) }
    out.sort((a, b) => a - b)
    return { reconnect_ms: Number(out[2].toFixed(2)), reconnect_bytes: bytes }
  },
})
