import { once } from 'node:events'
import { WebSocket } from 'ws'
import { paise, toRupees } from '../../../schema/money.ts'
import type { SandboxAccount } from '../accounts/loadAccount.ts'
import type { LedgerEntry } from '../orders/LedgerEntry.ts'
import { optionContract } from '../options/optionContract.ts'
import { ROOT, type OpenSandbox } from './openSandbox.ts'

/** The contract that tests trade. */
export const CALL = optionContract('NIFTY', '2026-11-23', paise(24_500_00), 'CE')

interface Frame {
  readonly 'order-status': string
  readonly orderData: Readonly<Record<string, unknown>>
}

/** A client of the sandbox who is signed in and trades over the wire. */
export async function openClient(sandbox: OpenSandbox, account: SandboxAccount) {
  const tokens = await sandbox.signIn(account)
  const auth = { Authorization: `Bearer ${tokens.jwtToken}` }
  const last = async () => {
    const asked = { exchange: CALL.exchange, tradingsymbol: CALL.tradingSymbol, symboltoken: CALL.token }
    const { body } = await sandbox.post(`${ROOT}/order/v1/getLtpData`, asked, auth)
    return (body['data'] as { ltp: number }).ltp
  }
  return {
    ...{ tokens, auth, last, clientCode: account.clientCode },
    /** Places an order to buy a lot well above the market, with changes. */
    async place(changes: Record<string, unknown> = {}) {
      return sandbox.post(`${ROOT}/order/v1/placeOrder`, { ...terms(), price: String(roundUp((await last()) + 5)), ...changes }, auth)
    },
    terms,
    send: (call: string, body: unknown) => sandbox.post(`${ROOT}/order/v1/${call}`, body, auth),
    read: (path: string) => sandbox.get(`${ROOT}/${path}`, auth),
    /** The order-status socket and its messages; rejects when the handshake is refused. */
    async updates(headers: Record<string, string> = auth) {
      const socket = new WebSocket(`${sandbox.url.replace('http:', 'ws:')}/smart-order-update`, { headers })
      const texts: string[] = []
      socket.on('message', (data) => texts.push(data.toString()))
      await new Promise<void>((resolve, reject) => {
        socket.once('open', resolve)
        socket.once('unexpected-response', (_request, response) => reject(new Error(String(response.statusCode))))
        socket.on('error', reject)
      })
      const frames = () => texts.filter((text) => text !== 'pong').map((text) => JSON.parse(text) as Frame)
      return {
        ...{ socket, texts, frames },
        codes: () => frames().map((frame) => frame['order-status']),
        async until(met: () => boolean): Promise<void> {
          while (!met()) await once(socket, 'message')
        },
      }
    },
  }
}

/** Waits for an entry of the ledger that is there or comes. */
export function entry(sandbox: OpenSandbox, matches: (entry: LedgerEntry) => boolean): Promise<LedgerEntry> {
  const { ledger } = sandbox.control
  return new Promise((resolve) => {
    const known = ledger.entries.find(matches)
    if (known) return resolve(known)
    const stop = ledger.onEntry((next) => {
      if (!matches(next)) return
      stop()
      resolve(next)
    })
  })
}

/** Waits until an order is in a status. */
export async function reaches(sandbox: OpenSandbox, orderId: string, status: string): Promise<void> {
  await entry(sandbox, (each) => each.kind === 'order' && each.order.orderId === orderId && each.order.status === status)
}

function terms() {
  return {
    ...{ variety: 'NORMAL', tradingsymbol: CALL.tradingSymbol, symboltoken: CALL.token, transactiontype: 'BUY', exchange: 'NFO' },
    ...{ ordertype: 'LIMIT', producttype: 'CARRYFORWARD', duration: 'DAY', quantity: '65', ordertag: 'T1', triggerprice: '0' },
  }
}

function roundUp(rupees: number): number {
  return toRupees(paise(Math.ceil(rupees * 20) * 5))
}
