// boardgame.io over its own lobby REST API and socket.io transport.
import { io } from 'socket.io-client'
import { createRequire } from 'node:module'
import { request } from './load.mjs'
const { scriptedOrder } = createRequire(import.meta.url)('../bgio/game.cjs')

export default ({ base }) => ({
  async create(m) {
    const { matchID } = await request('POST', `${base}/games/hexwar/create`, { numPlayers: 2 })
    m.id = matchID; m.cred = []
    for (let s = 0; s < 2; s++) m.cred[s] = (await request('POST', `${base}/games/hexwar/${matchID}/join`, { playerID: String(s), playerName: 'p' + s })).playerCredentials
  },
  open(m, seat, cb) {
    return new Promise((res, rej) => {
      const sock = io(`${base}/hexwar`, { transports: ['websocket'], forceNew: true, reconnection: false })
      let first = true
      const state = (id, st) => {
        if (id !== m.id) return
        cb({ v: st._stateID, turn: Number(st.ctx.currentPlayer), bytes: sock.lastBytes || 0 })
        if (first) { first = false; res(sock) }
      }
      sock.on('connect', () => sock.io.engine.on('packet', p => { if (typeof p.data === 'string') { sock.lastBytes = p.data.length; sock.maxBytes = Math.max(sock.maxBytes || 0, p.data.length) } }))
      sock.on('connect', () => sock.emit('sync', m.id, String(seat), m.cred[seat], 2))
      sock.on('sync', (id, info) => { m.sync = info; state(id, info.state) })
      sock.on('update', (id, st) => state(id, st))
      // deltaState: the message holds a JSON patch; the turn simply alternates in this game
      sock.on('patch', (id, prev, v) => { if (id === m.id) cb({ v, turn: v % 2, bytes: sock.lastBytes || 0 }) })
      sock.on('connect_error', rej)
    })
  },
  send(m, seat, n) {
    const args = scriptedOrder(seat, n)
    m.socks[seat].emit('update', { type: 'MAKE_MOVE', payload: { type: 'moveUnit', args, playerID: String(seat), credentials: m.cred[seat] } }, m.v, m.id, String(seat))
  },
  async reopen(m) {
    m.socks[1].disconnect()
    await new Promise(r => setTimeout(r, 200))
    const out = []
    let bytes = 0
    for (let k = 0; k < 5; k++) {
      const t0 = performance.now()
      const s = await this.open(m, 1, () => { })
      out.push(performance.now() - t0)
      await new Promise(r => setTimeout(r, 50)); bytes = s.maxBytes; s.disconnect()
      await new Promise(r => setTimeout(r, 100))
    }
    out.sort((a, b) => a - b)
    return { reconnect_ms: Number(out[2].toFixed(2)), reconnect_bytes: bytes }
  },
})
