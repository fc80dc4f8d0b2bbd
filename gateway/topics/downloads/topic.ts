import { openPool, type Database } from '../../../prisma/client.ts'
import { defineTopic } from '../../kit/Topic.ts'
import type { SentFiles } from '../../security/SentFiles.ts'
import { DataExports } from './DataExports.ts'
import { downloadFiles, type DownloadSources } from './downloadFiles.ts'
import { pruneTickets } from './downloadTickets.ts'
import { DownloadResolver } from './resolver.ts'
import { downloadRoutes } from './routes.ts'
import { DownloadService } from './service.ts'

/** Data files that are read at once; who comes then is asked to come again. */
const EXPORTS = 4

interface Needs extends DownloadSources {
  readonly db: Database
  readonly sentFiles: SentFiles
  readonly config: { readonly databaseUrl: string }
}

export const downloadsTopic = defineTopic({
  services: ({ db, config, ...sources }: Needs) => {
    const isConfirmed = async (id: string) => (await db.user.count({ where: { id, emailVerifiedAt: { not: null } } })) > 0
    const dataExports = new DataExports(openPool(config.databaseUrl, 'exports', EXPORTS), isConfirmed)
    return { dataExports, downloads: new DownloadService(db, downloadFiles(sources, dataExports)) }
  },
  resolver: DownloadResolver,
  oncePerRequest: {
    download: ['downloadAgentAnalyses', 'downloadAuditLog', 'downloadComplianceLog', 'downloadReport', 'downloadTradeHistory'],
  },
  pages: downloadRoutes,
  run: ({ db, dataExports }) => ({ prune: () => pruneTickets(db), close: () => dataExports.close() }),
})
