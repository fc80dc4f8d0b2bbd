import { defineTopic } from '../../kit/Topic.ts'
import type { MarketParts } from './previewChains.ts'
import { LotPreviewResolver } from './resolver.ts'
import { LotPreviewService } from './service.ts'

export const lotPreviewsTopic = defineTopic({
  services: (parts: MarketParts) => ({ lotPreviews: new LotPreviewService(parts) }),
  resolver: LotPreviewResolver,
})
