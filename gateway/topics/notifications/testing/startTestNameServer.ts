import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { isIPv4 } from 'node:net'

export interface TestNameServer {
  /** As dns.setServers() takes it. */
  readonly address: string
  /** Queried names, in lower case, one per query. */
  readonly asked: readonly string[]
  close(): Promise<void>
}

const HEADER_BYTES = 12
const RESPONSE = 0x8180
const NO_SUCH_NAME = 0x8183
const [IPV4, IPV6] = [1, 28]

/**
 * A real name server over UDP on a free port: answers the names it knows, never those under `silent`, and denies the others. For tests
 * only.
 */
export async function startTestNameServer(known: Readonly<Record<string, readonly string[]>>): Promise<TestNameServer> {
  const asked: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    const { name, end } = nameIn(query)
    asked.push(name)
    if (name === 'silent' || name.endsWith('.silent')) return
    const type = query.readUInt16BE(end)
    const family = type === IPV4 ? 4 : type === IPV6 ? 6 : 0
    const answers = (known[name] ?? []).filter((one) => (isIPv4(one) ? 4 : 6) === family).map((one) => record(type, one))
    const head = Buffer.from(query.subarray(0, HEADER_BYTES))
    head.writeUInt16BE(name in known ? RESPONSE : NO_SUCH_NAME, 2)
    head.writeUInt16BE(1, 4)
    head.writeUInt16BE(answers.length, 6)
    head.writeUInt32BE(0, 8)
    socket.send(Buffer.concat([head, query.subarray(HEADER_BYTES, end + 4), ...answers]), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  }
}

/** The first question's name, and the offset of its type. */
function nameIn(query: Buffer): { readonly name: string; readonly end: number } {
  const labels: string[] = []
  let at = HEADER_BYTES
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 }
}

/** One answer for the question's name, with a TTL of zero. */
function record(type: number, address: string): Buffer {
  const bytes = isIPv4(address) ? Buffer.from(address.split('.').map(Number)) : ipv6Bytes(address)
  const head = Buffer.alloc(12)
  head.writeUInt16BE(0xc000 + HEADER_BYTES, 0)
  head.writeUInt16BE(type, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(bytes.length, 10)
  return Buffer.concat([head, bytes])
}

function ipv6Bytes(address: string): Buffer {
  const [before = '', after = ''] = address.split('::')
  const groups = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)))
  const [left, right] = [groups(before), groups(after)]
  const all = [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right]
  return Buffer.from(all.flatMap((group) => [group >> 8, group & 255]))
}
