/** What a backtest of positions of legs assumes beyond one of single options, for a person. */
export const POSITION_ASSUMPTIONS =
  'Of positions of several legs the margin is estimated. How the quotes of their legs fall together within a minute is not recorded: ' +
  'they are taken as if the index had its high first and as if it had its low first, and the worse of the two counts.'
