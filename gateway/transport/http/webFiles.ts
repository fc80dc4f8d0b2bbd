import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { UserFacingError } from '../../../schema/errors.ts'
import { PLAYGROUND } from '../../../schema/paths.ts'
import { isScreen } from '../../../schema/screens.ts'
import { pagePolicy, playgroundPolicy, WORKER_POLICY } from '../../security/securityHeaders.ts'

/** The build's placeholder for the nonce (html.cspNonce of web/vite.config.ts). */
const NONCE_PLACEHOLDER = '__CSP_NONCE__'

/** A page of the build, by its file, and the content policy that it is sent with. */
interface Page {
  readonly file: string
  readonly policy: (nonce: string) => string
}
const WEB: Page = { file: 'index.html', policy: pagePolicy }
const PLAYGROUND_PAGE: Page = { file: 'playground.html', policy: playgroundPolicy }
/** What a browser runs beside the pages, and fetches their addresses with. */
const WORKER = 'sw.js'

/**
 * Serves the built web. Screens get the page; a mistyped address gets it as a 404, and the page says so. The playground is a page of its own;
 * it holds nothing that is secret, and sends away who may not use it.
 */
export async function webFiles(app: FastifyInstance, webRoot: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: webRoot,
    index: false,
    dotfiles: 'ignore',
    cacheControl: false,
    // Assets compressed by the build (scripts/compressAssets.ts).
    preCompressed: true,
    setHeaders: (reply, file) => {
      const name = path.relative(webRoot, file)
      const hashed = name.startsWith(`assets${path.sep}`)
      if (name === WORKER) reply.header('content-security-policy', WORKER_POLICY)
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  for (const page of ['/', '/index.html']) app.get(page, { schema: { hide: true } }, (_request, reply) => sendPage(reply, webRoot, WEB))
  for (const page of [PLAYGROUND, '/playground.html'])
    app.get(page, { schema: { hide: true } }, (_request, reply) => sendPage(reply, webRoot, PLAYGROUND_PAGE))
  app.setNotFoundHandler(async (request, reply) => {
    const [target = '/'] = request.url.split('?')
    const wantsPage = (request.method === 'GET' || request.method === 'HEAD') && !/^\/(api|graphql|downloads|assets)(\/|$)|\./.test(target)
    if (!wantsPage) throw new UserFacingError('NOT_FOUND', `There is nothing at ${request.method} ${target}.`)
    return sendPage(reply.code(isScreen(target) ? 200 : 404), webRoot, WEB)
  })
}

async function sendPage(reply: FastifyReply, webRoot: string, { file, policy }: Page): Promise<FastifyReply> {
  const html = await readFile(path.join(webRoot, file), 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  })
  if (html === null) throw new UserFacingError('NOT_FOUND', 'The web is not built yet. Run: npm run build')
  const nonce = randomBytes(16).toString('base64')
  return reply
    .header('content-security-policy', policy(nonce))
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(html.replaceAll(NONCE_PLACEHOLDER, nonce))
}
