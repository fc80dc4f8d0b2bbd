import type { FastifyInstance } from 'fastify'
import { deviceOf } from '../../security/deviceOf.ts'
import type { SentFiles } from '../../security/SentFiles.ts'
import { DOWNLOADS_PATH, type DownloadService } from './service.ts'

/** Where browsers fetch files. Only GET: a HEAD first must not use up the ticket. */
export function downloadRoutes(
  app: FastifyInstance,
  { downloads, sentFiles }: { readonly downloads: DownloadService; readonly sentFiles: SentFiles },
): void {
  app.get(DOWNLOADS_PATH, { exposeHeadRoute: false, schema: { hide: true } }, async (request, reply) => {
    // The address is a secret until it is used, and there are no range requests.
    void reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'accept-ranges': 'none' })
    const { reader, file } = await downloads.open(request.query, deviceOf(request))
    return sentFiles.send(reply, reader, file)
  })
}
