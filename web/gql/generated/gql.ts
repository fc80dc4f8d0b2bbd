/* eslint-disable */
import * as types from './graphql';
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';

/**
 * Map of all GraphQL operations in the project.
 *
 * This map has several performance disadvantages:
 * 1. It is not tree-shakeable, so it will include all operations in the project.
 * 2. It is not minifiable, so the string of a GraphQL query will be multiple times inside the bundle.
 * 3. It does not support dead code elimination, so it will add unused operations.
 *
 * Therefore it is highly recommended to use the babel or swc plugin for production.
 * Learn more about it here: https://the-guild.dev/graphql/codegen/plugins/presets/preset-client#reducing-bundle-size
 */
type Documents = {
    "query Chart($symbol: String!, $interval: CandleInterval!) {\n  chart(symbol: $symbol, interval: $interval) {\n    currentPrice\n    change\n    changePercent\n    lastUpdated\n    chartData {\n      time\n      open\n      high\n      low\n      close\n    }\n  }\n}\n\nsubscription CandleClosed($symbol: String!) {\n  candleClosed(symbol: $symbol) {\n    time\n  }\n}": typeof types.ChartDocument,
    "fragment PerformanceParts on Performance {\n  totalTrades\n  winRate\n  totalPnL\n}\n\nquery AvailableStrategies {\n  availableStrategies {\n    id\n    name\n    description\n    type\n    category\n    interval\n    longRule\n    shortRule\n    timeWindow {\n      start\n      end\n    }\n    maxTrades\n    stopLoss\n    takeProfit\n    quantity\n    instruments\n    performance {\n      ...PerformanceParts\n    }\n    subscribed\n  }\n}\n\nquery MyStrategies {\n  myStrategies {\n    id\n    strategyId\n    name\n    type\n    description\n    isActive\n    paperTrade\n    performance {\n      ...PerformanceParts\n    }\n    timeWindow {\n      start\n      end\n    }\n    maxTrades\n    quantity\n    instruments\n    subscribedAt\n  }\n}\n\nmutation SubscribeStrategy($strategyId: ID!) {\n  subscribeStrategy(strategyId: $strategyId) {\n    id\n  }\n}\n\nmutation UnsubscribeStrategy($id: ID!) {\n  unsubscribeStrategy(id: $id)\n}": typeof types.PerformancePartsFragmentDoc,
    "query DayResult($day: String!) {\n  tradeHistory(input: {fromDate: $day, toDate: $day, limit: 1}) {\n    totalTrades\n    winRate\n  }\n}": typeof types.DayResultDocument,
    "query LiveTrades {\n  liveTrades {\n    ...TradeParts\n  }\n}\n\nsubscription TradeChanged {\n  tradeChanged {\n    ...TradeParts\n  }\n}": typeof types.LiveTradesDocument,
    "fragment MarketStatusParts on MarketStatus {\n  sandbox\n  speed\n  segments {\n    realStart\n    marketStart\n    sessionOpen\n    sessionClose\n  }\n  isOpen\n  engineRunning\n  feedConnected\n}\n\nquery MarketStatus {\n  marketStatus {\n    ...MarketStatusParts\n  }\n}\n\nsubscription MarketStatusChanged {\n  marketStatusChanged {\n    ...MarketStatusParts\n  }\n}": typeof types.MarketStatusPartsFragmentDoc,
    "subscription Prices($symbols: [String!]!) {\n  prices(symbols: $symbols) {\n    symbol\n    price\n    time\n  }\n}": typeof types.PricesDocument,
    "query TradeHistory($limit: Int!, $offset: Int!) {\n  tradeHistory(input: {limit: $limit, offset: $offset}) {\n    trades {\n      ...TradeParts\n    }\n    totalTrades\n    profitableTrades\n    winRate\n    totalProfitRs\n  }\n}": typeof types.TradeHistoryDocument,
    "fragment TradeParts on Trade {\n  id\n  option\n  index\n  strike\n  optionType\n  expiry\n  strategy\n  signal\n  mode\n  entryPrice\n  exitPrice\n  target\n  sl\n  lots\n  quantity\n  fundUsed\n  profitLossRs\n  charges\n  netProfitLossRs\n  status\n  exitReason\n  entryTime\n  exitTime\n  ltp\n}": typeof types.TradePartsFragmentDoc,
};
const documents: Documents = {
    "query Chart($symbol: String!, $interval: CandleInterval!) {\n  chart(symbol: $symbol, interval: $interval) {\n    currentPrice\n    change\n    changePercent\n    lastUpdated\n    chartData {\n      time\n      open\n      high\n      low\n      close\n    }\n  }\n}\n\nsubscription CandleClosed($symbol: String!) {\n  candleClosed(symbol: $symbol) {\n    time\n  }\n}": types.ChartDocument,
    "fragment PerformanceParts on Performance {\n  totalTrades\n  winRate\n  totalPnL\n}\n\nquery AvailableStrategies {\n  availableStrategies {\n    id\n    name\n    description\n    type\n    category\n    interval\n    longRule\n    shortRule\n    timeWindow {\n      start\n      end\n    }\n    maxTrades\n    stopLoss\n    takeProfit\n    quantity\n    instruments\n    performance {\n      ...PerformanceParts\n    }\n    subscribed\n  }\n}\n\nquery MyStrategies {\n  myStrategies {\n    id\n    strategyId\n    name\n    type\n    description\n    isActive\n    paperTrade\n    performance {\n      ...PerformanceParts\n    }\n    timeWindow {\n      start\n      end\n    }\n    maxTrades\n    quantity\n    instruments\n    subscribedAt\n  }\n}\n\nmutation SubscribeStrategy($strategyId: ID!) {\n  subscribeStrategy(strategyId: $strategyId) {\n    id\n  }\n}\n\nmutation UnsubscribeStrategy($id: ID!) {\n  unsubscribeStrategy(id: $id)\n}": types.PerformancePartsFragmentDoc,
    "query DayResult($day: String!) {\n  tradeHistory(input: {fromDate: $day, toDate: $day, limit: 1}) {\n    totalTrades\n    winRate\n  }\n}": types.DayResultDocument,
    "query LiveTrades {\n  liveTrades {\n    ...TradeParts\n  }\n}\n\nsubscription TradeChanged {\n  tradeChanged {\n    ...TradeParts\n  }\n}": types.LiveTradesDocument,
    "fragment MarketStatusParts on MarketStatus {\n  sandbox\n  speed\n  segments {\n    realStart\n    marketStart\n    sessionOpen\n    sessionClose\n  }\n  isOpen\n  engineRunning\n  feedConnected\n}\n\nquery MarketStatus {\n  marketStatus {\n    ...MarketStatusParts\n  }\n}\n\nsubscription MarketStatusChanged {\n  marketStatusChanged {\n    ...MarketStatusParts\n  }\n}": types.MarketStatusPartsFragmentDoc,
    "subscription Prices($symbols: [String!]!) {\n  prices(symbols: $symbols) {\n    symbol\n    price\n    time\n  }\n}": types.PricesDocument,
    "query TradeHistory($limit: Int!, $offset: Int!) {\n  tradeHistory(input: {limit: $limit, offset: $offset}) {\n    trades {\n      ...TradeParts\n    }\n    totalTrades\n    profitableTrades\n    winRate\n    totalProfitRs\n  }\n}": types.TradeHistoryDocument,
    "fragment TradeParts on Trade {\n  id\n  option\n  index\n  strike\n  optionType\n  expiry\n  strategy\n  signal\n  mode\n  entryPrice\n  exitPrice\n  target\n  sl\n  lots\n  quantity\n  fundUsed\n  profitLossRs\n  charges\n  netProfitLossRs\n  status\n  exitReason\n  entryTime\n  exitTime\n  ltp\n}": types.TradePartsFragmentDoc,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 *
 *
 * @example
 * ```ts
 * const query = graphql(`query GetUser($id: ID!) { user(id: $id) { name } }`);
 * ```
 *
 * The query argument is unknown!
 * Please regenerate the types.
 */
export function graphql(source: string): unknown;

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query Chart($symbol: String!, $interval: CandleInterval!) {\n  chart(symbol: $symbol, interval: $interval) {\n    currentPrice\n    change\n    changePercent\n    lastUpdated\n    chartData {\n      time\n      open\n      high\n      low\n      close\n    }\n  }\n}\n\nsubscription CandleClosed($symbol: String!) {\n  candleClosed(symbol: $symbol) {\n    time\n  }\n}"): (typeof documents)["query Chart($symbol: String!, $interval: CandleInterval!) {\n  chart(symbol: $symbol, interval: $interval) {\n    currentPrice\n    change\n    changePercent\n    lastUpdated\n    chartData {\n      time\n      open\n      high\n      low\n      close\n    }\n  }\n}\n\nsubscription CandleClosed($symbol: String!) {\n  candleClosed(symbol: $symbol) {\n    time\n  }\n}"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "fragment PerformanceParts on Performance {\n  totalTrades\n  winRate\n  totalPnL\n}\n\nquery AvailableStrategies {\n  availableStrategies {\n    id\n    name\n    description\n    type\n    category\n    interval\n    longRule\n    shortRule\n    timeWindow {\n      start\n      end\n    }\n    maxTrades\n    stopLoss\n    takeProfit\n    quantity\n    instruments\n    performance {\n      ...PerformanceParts\n    }\n    subscribed\n  }\n}\n\nquery MyStrategies {\n  myStrategies {\n    id\n    strategyId\n    name\n    type\n    description\n    isActive\n    paperTrade\n    performance {\n      ...PerformanceParts\n    }\n    timeWindow {\n      start\n      end\n    }\n    maxTrades\n    quantity\n    instruments\n    subscribedAt\n  }\n}\n\nmutation SubscribeStrategy($strategyId: ID!) {\n  subscribeStrategy(strategyId: $strategyId) {\n    id\n  }\n}\n\nmutation UnsubscribeStrategy($id: ID!) {\n  unsubscribeStrategy(id: $id)\n}"): (typeof documents)["fragment PerformanceParts on Performance {\n  totalTrades\n  winRate\n  totalPnL\n}\n\nquery AvailableStrategies {\n  availableStrategies {\n    id\n    name\n    description\n    type\n    category\n    interval\n    longRule\n    shortRule\n    timeWindow {\n      start\n      end\n    }\n    maxTrades\n    stopLoss\n    takeProfit\n    quantity\n    instruments\n    performance {\n      ...PerformanceParts\n    }\n    subscribed\n  }\n}\n\nquery MyStrategies {\n  myStrategies {\n    id\n    strategyId\n    name\n    type\n    description\n    isActive\n    paperTrade\n    performance {\n      ...PerformanceParts\n    }\n    timeWindow {\n      start\n      end\n    }\n    maxTrades\n    quantity\n    instruments\n    subscribedAt\n  }\n}\n\nmutation SubscribeStrategy($strategyId: ID!) {\n  subscribeStrategy(strategyId: $strategyId) {\n    id\n  }\n}\n\nmutation UnsubscribeStrategy($id: ID!) {\n  unsubscribeStrategy(id: $id)\n}"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query DayResult($day: String!) {\n  tradeHistory(input: {fromDate: $day, toDate: $day, limit: 1}) {\n    totalTrades\n    winRate\n  }\n}"): (typeof documents)["query DayResult($day: String!) {\n  tradeHistory(input: {fromDate: $day, toDate: $day, limit: 1}) {\n    totalTrades\n    winRate\n  }\n}"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query LiveTrades {\n  liveTrades {\n    ...TradeParts\n  }\n}\n\nsubscription TradeChanged {\n  tradeChanged {\n    ...TradeParts\n  }\n}"): (typeof documents)["query LiveTrades {\n  liveTrades {\n    ...TradeParts\n  }\n}\n\nsubscription TradeChanged {\n  tradeChanged {\n    ...TradeParts\n  }\n}"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "fragment MarketStatusParts on MarketStatus {\n  sandbox\n  speed\n  segments {\n    realStart\n    marketStart\n    sessionOpen\n    sessionClose\n  }\n  isOpen\n  engineRunning\n  feedConnected\n}\n\nquery MarketStatus {\n  marketStatus {\n    ...MarketStatusParts\n  }\n}\n\nsubscription MarketStatusChanged {\n  marketStatusChanged {\n    ...MarketStatusParts\n  }\n}"): (typeof documents)["fragment MarketStatusParts on MarketStatus {\n  sandbox\n  speed\n  segments {\n    realStart\n    marketStart\n    sessionOpen\n    sessionClose\n  }\n  isOpen\n  engineRunning\n  feedConnected\n}\n\nquery MarketStatus {\n  marketStatus {\n    ...MarketStatusParts\n  }\n}\n\nsubscription MarketStatusChanged {\n  marketStatusChanged {\n    ...MarketStatusParts\n  }\n}"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "subscription Prices($symbols: [String!]!) {\n  prices(symbols: $symbols) {\n    symbol\n    price\n    time\n  }\n}"): (typeof documents)["subscription Prices($symbols: [String!]!) {\n  prices(symbols: $symbols) {\n    symbol\n    price\n    time\n  }\n}"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query TradeHistory($limit: Int!, $offset: Int!) {\n  tradeHistory(input: {limit: $limit, offset: $offset}) {\n    trades {\n      ...TradeParts\n    }\n    totalTrades\n    profitableTrades\n    winRate\n    totalProfitRs\n  }\n}"): (typeof documents)["query TradeHistory($limit: Int!, $offset: Int!) {\n  tradeHistory(input: {limit: $limit, offset: $offset}) {\n    trades {\n      ...TradeParts\n    }\n    totalTrades\n    profitableTrades\n    winRate\n    totalProfitRs\n  }\n}"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "fragment TradeParts on Trade {\n  id\n  option\n  index\n  strike\n  optionType\n  expiry\n  strategy\n  signal\n  mode\n  entryPrice\n  exitPrice\n  target\n  sl\n  lots\n  quantity\n  fundUsed\n  profitLossRs\n  charges\n  netProfitLossRs\n  status\n  exitReason\n  entryTime\n  exitTime\n  ltp\n}"): (typeof documents)["fragment TradeParts on Trade {\n  id\n  option\n  index\n  strike\n  optionType\n  expiry\n  strategy\n  signal\n  mode\n  entryPrice\n  exitPrice\n  target\n  sl\n  lots\n  quantity\n  fundUsed\n  profitLossRs\n  charges\n  netProfitLossRs\n  status\n  exitReason\n  entryTime\n  exitTime\n  ltp\n}"];

export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}

export type DocumentType<TDocumentNode extends DocumentNode<any, any>> = TDocumentNode extends DocumentNode<  infer TType,  any>  ? TType  : never;