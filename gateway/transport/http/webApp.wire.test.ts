import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestGateway, type TestGateway } from '../../testing/startTestGateway.ts'

/** What the build copies as it is. */
const PUBLIC = path.resolve(import.meta.dirname, '../../../web/public')

let app: TestGateway
let webRoot: string
beforeAll(async () => {
  webRoot = await mkdtemp(path.join(tmpdir(), 'sakha-web-'))
  await cp(PUBLIC, webRoot, { recursive: true })
  await writeFile(path.join(webRoot, 'index.html'), '<!doctype html>')
  app = await startTestGateway({ webRoot })
})
afterAll(async () => {
  await app.close()
  await rm(webRoot, { recursive: true })
})

interface Manifest {
  readonly start_url: string
  readonly display: string
  readonly icons: readonly { readonly src: string; readonly sizes: string; readonly type: string; readonly purpose?: string }[]
}

/** Width and height as a PNG file has them. */
const sizeOf = (png: Buffer) => `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`

test('the product can be installed: the manifest leads to a screen, and each of its icons is there in the size it names', async () => {
  const answer = await fetch(`${app.url}/manifest.webmanifest`)
  expect(answer.headers.get('content-type')).toContain('application/manifest+json')
  expect(answer.headers.get('cache-control')).toBe('no-cache')
  const { start_url: start, display, icons } = (await answer.json()) as Manifest
  expect([(await fetch(app.url + start)).status, display]).toEqual([200, 'standalone'])
  expect(icons.map(({ sizes, purpose }) => [sizes, purpose])).toEqual([
    ['192x192', undefined],
    ['512x512', undefined],
    ['512x512', 'maskable'],
  ])
  for (const { src, sizes, type } of icons) {
    const icon = await fetch(app.url + src)
    expect([icon.status, icon.headers.get('content-type')]).toEqual([200, type])
    expect(sizeOf(Buffer.from(await icon.arrayBuffer()))).toBe(sizes)
  }
})

test('the worker is never taken from a cache, and may ask its own site alone', async () => {
  const answer = await fetch(`${app.url}/sw.js`)
  expect(answer.headers.get('content-type')).toContain('javascript')
  expect(answer.headers.get('cache-control')).toBe('no-cache')
  expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; .*; connect-src 'self'$/)
})

interface Request {
  readonly mode: string
}

/** The worker as a browser runs it, without any cache to name. `network` answers what it asks. */
async function startWorker(network: (request: Request) => Promise<Response>) {
  const listeners = new Map<string, (event: unknown) => void>()
  const self = {
    addEventListener: (type: string, listener: (event: unknown) => void) => void listeners.set(type, listener),
    skipWaiting: () => undefined,
  }
  runInContext(await readFile(path.join(PUBLIC, 'sw.js'), 'utf8'), createContext({ self, fetch: network, Response }))
  return {
    listensTo: [...listeners.keys()].toSorted(),
    /** What a page gets for a request; undefined: what the network has. */
    async answer(request: Request) {
      let given: Promise<Response> | undefined
      listeners.get('fetch')?.({ request, respondWith: (answer: Promise<Response>) => (given = answer) })
      return given
    },
  }
}

const online = (request: Request) => Promise.resolve(new Response(`the network's ${request.mode}`))
const offline = () => Promise.reject(new TypeError('Failed to fetch'))

test('without the network a page is answered by one that loads nothing, and says that no price is from memory', async () => {
  const worker = await startWorker(offline)
  const answer = await worker.answer({ mode: 'navigate' })
  expect(answer?.status).toBe(503)
  expect(answer?.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'unsafe-inline'; /)
  const html = await answer?.text()
  expect(html).toContain('Sakha shows no prices from memory.')
  expect(html).not.toMatch(/<script|src=|https?:/)
})

test('with it every page is the network’s, and what pages ask for is left alone, with or without it', async () => {
  const worker = await startWorker(online)
  expect(await (await worker.answer({ mode: 'navigate' }))?.text()).toBe("the network's navigate")
  for (const network of [online, offline])
    for (const mode of ['cors', 'same-origin', 'no-cors', 'websocket'])
      expect(await (await startWorker(network)).answer({ mode }), mode).toBeUndefined()
})

test('nothing is kept: the worker starts, answers, and names no cache', async () => {
  const worker = await startWorker(online)
  expect(worker.listensTo).toEqual(['fetch', 'install'])
  expect(await readFile(path.join(PUBLIC, 'sw.js'), 'utf8')).not.toMatch(/\bcaches\b|indexedDB|importScripts/)
})
