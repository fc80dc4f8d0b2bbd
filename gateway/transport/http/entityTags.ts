import type { FastifyInstance } from 'fastify'
import { createHash } from 'node:crypto'

/**
 * Names each answer to a GET by a hash of its text, and answers 304 without a body to who has it already. Weak, because proxies may
 * compress the text. Judged after everything else: a caller barred from an answer learns nothing of its tag. What is streamed has none.
 */
export function entityTags(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.method !== 'GET' || reply.statusCode !== 200 || typeof payload !== 'string') return payload
    const tag = createHash('sha256').update(payload).digest('base64url')
    reply.header('etag', `W/"${tag}"`)
    if (!names(request.headers['if-none-match'] ?? '', tag)) return payload
    reply.code(304).removeHeader('content-type').removeHeader('content-length')
    return null
  })
}

/** Whether a list of tags, or `*`, has this one, weak or strong. */
function names(list: string, tag: string): boolean {
  return list.split(',').some((one) => /^(?:W\/)?"(.*)"$/.exec(one.trim())?.[1] === tag || one.trim() === '*')
}
