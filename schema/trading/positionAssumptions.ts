/** What a backtest of positions of legs assumes beyond one of single options, for a person. */
export const POSITION_ASSUMPTIONS =
  'The margin of multi-leg positions is estimated. Quotes of their legs within a minute are not recorded together: ' +
  'they are taken as if the index had its high first and as if it had its low first, and the worse of the two counts.'
