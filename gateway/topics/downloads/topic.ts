import type { Database } from '../../../prisma/client.ts'
import { defineTopic } from '../../kit/Topic.ts'
import { downloadFiles, type DownloadSources } from './downloadFiles.ts'
import { pruneTickets } from './downloadTickets.ts'
import { DownloadResolver } from './resolver.ts'
import { downloadRoutes } from './routes.ts'
import { DownloadService } from './service.ts'

interface Needs extends DownloadSources {
  readonly db: Database
}

export const downloadsTopic = defineTopic({
  services: ({ db, ...sources }: Needs) => ({ downloads: new DownloadService(db, downloadFiles(sources)) }),
  resolver: DownloadResolver,
  oncePerRequest: {
    download: ['downloadAgentAnalyses', 'downloadAuditLog', 'downloadComplianceLog', 'downloadReport', 'downloadTradeHistory'],
  },
  pages: downloadRoutes,
  run: ({ db }) => ({ prune: () => pruneTickets(db) }),
})
