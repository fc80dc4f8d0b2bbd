/** What Sakha does when an owner cancels the protective stop of a live trade in the broker's app. */
export const REMOVED_STOP_CHOICES = ['RESTORE', 'LET_GO'] as const
export type RemovedStop = (typeof REMOVED_STOP_CHOICES)[number]

/** The choices as a person reads them. */
export const REMOVED_STOP_TEXTS: Readonly<Record<RemovedStop, { readonly label: string; readonly note: string }>> = {
  RESTORE: {
    label: 'Place it again',
    note: 'Sakha goes on managing the trade. To take a trade over, close it or choose the other way.',
  },
  LET_GO: {
    label: 'Leave the trade to me',
    note: 'Sakha then places no order for the whole trade: no stop, no target, no close at the end of the session or at the daily loss. Its loss still counts towards your limits.',
  },
}

/** Of a trade that is its owner's since he removed a protective stop, or converted a leg of several. */
export const LET_GO_TEXT =
  'Yours: you cancelled its protective stop in the broker’s app, or moved one of its legs to another product there. Sakha places no stop, no target and no closing order for it, not even before the session ends. Sell it in the app or close it here; what is open at the end of the session your broker squares off, at its price and perhaps for a fee.'
