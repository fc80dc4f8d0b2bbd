/** What happens when a day's loss reaches the account's limit, as its owner chooses it. */
export const AT_DAILY_LOSS = {
  stop: { label: 'Stop new trades', note: 'Open trades run to their own target, stop or session end.' },
  close: {
    label: 'Stop and close open trades',
    note: 'Open trades are closed at the next price, which may be worse than the limit. Trading resumes on the next market day.',
  },
} as const
