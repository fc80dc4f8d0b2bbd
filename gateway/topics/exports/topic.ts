import { defineTopic } from '../../kit/Topic.ts'
import type { DownloadService } from '../downloads/service.ts'
import { ExportResolver } from './resolver.ts'

interface Needs {
  readonly downloads: DownloadService
}

export const exportsTopic = defineTopic({
  services: (_needs: Needs) => ({}),
  resolver: ExportResolver,
  oncePerRequest: {
    download: [
      ...['exportAnonymousTrades', 'exportCandles', 'exportDenials', 'exportPerformance', 'exportPerformanceOfAll', 'exportSignals'],
      'exportTrades',
    ],
  },
})
