/** Version of the text below. A new text gets the next one: users who accepted an older one are asked again before any live entry. */
export const RISK_TEXT_VERSION = 1

/** What a user accepts before trading live, a paragraph each. */
export const RISK_TEXT = [
  'Live trading sends real orders to your broker, and you trade with your own money. You can lose all of it; positions with sold options can lose more than they set aside.',
  'Most people who trade index options on their own lose money. Results on paper, of backtests and of other users say nothing certain about yours: live orders meet other prices, and some are filled late, in part or not at all.',
  'Software, networks, exchanges and brokers fail. A stop is an order like any other: in a fast market it can be filled far from its price, and while the connection to your broker is down an open position may be neither watched nor closed. You stay responsible for your positions, and you can always close them in the app of your broker.',
  'Strategies are rules that run without asking you. Nobody here advises you or promises a profit. Trade live only with money that you can do without, and stop whenever you no longer understand what is done in your name.',
] as const
