import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/** Answers that are no page load nothing and are framed nowhere. */
export const NO_PAGE = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/** The web's page: its own files, and only those inline scripts and styles that carry this response's nonce; no text becomes markup or code but the worker's address. */
export function pagePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "connect-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    // One, made by web/lib/offlineWorker.ts: it knows the address of the one worker.
    'trusted-types offline-worker',
  ].join('; ')
}

/** The playground's page: as the web's, but its documentation may become markup by one policy, which lets harmless elements through (web/playground/trustMarkdown.ts). */
export function playgroundPolicy(nonce: string): string {
  return pagePolicy(nonce).replace('trusted-types offline-worker', 'trusted-types default')
}

/** The worker's file (web/public/sw.js): it asks for the pages of its own site, and loads nothing else. */
export const WORKER_POLICY = `${NO_PAGE}; connect-src 'self'`

/** The API's documentation page: its own files; its viewer sets styles inline. */
export const DOCS_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const PERMISSIONS = 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'

/** Headers of every answer that no route gives: what securityHeaders() sets, for those who write to the connection themselves. */
export function protectiveHeaders(requestId: string): Readonly<Record<string, string>> {
  return {
    'content-security-policy': NO_PAGE,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-site',
    'origin-agent-cluster': '?1',
    'permissions-policy': PERMISSIONS,
    'referrer-policy': 'strict-origin-when-cross-origin',
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    'x-request-id': requestId,
    'x-xss-protection': '0',
  }
}

/** Headers of every answer. The strictest content policy is the default; pages set their own. */
export async function securityHeaders(app: FastifyInstance): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginResourcePolicy: { policy: 'same-site' },
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('content-security-policy', NO_PAGE)
    reply.header('permissions-policy', PERMISSIONS)
    reply.header('x-request-id', request.id)
  })
}
