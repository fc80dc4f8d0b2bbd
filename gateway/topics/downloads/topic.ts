import type { Database } from '../../../prisma/client.ts'
import { defineTopic } from '../../kit/Topic.ts'
import type { ReportService } from '../reports/service.ts'
import type { TradeService } from '../trades/service.ts'
import { downloadFiles } from './downloadFiles.ts'
import { pruneTickets } from './downloadTickets.ts'
import { DownloadResolver } from './resolver.ts'
import { downloadRoutes } from './routes.ts'
import { DownloadService } from './service.ts'

interface Needs {
  readonly db: Database
  readonly trades: TradeService
  readonly reports: ReportService
}

export const downloadsTopic = defineTopic({
  services: ({ db, trades, reports }: Needs) => ({ downloads: new DownloadService(db, downloadFiles({ trades, reports })) }),
  resolver: DownloadResolver,
  oncePerRequest: { download: ['downloadReport', 'downloadTradeHistory'] },
  pages: downloadRoutes,
  run: ({ db }) => ({ prune: () => pruneTickets(db) }),
})
