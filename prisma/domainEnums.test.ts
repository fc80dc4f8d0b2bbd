import { expect, it } from 'vitest'
import { AUDIENCES } from '../schema/announcements.ts'
import { NOTIFICATION_CHANNELS } from '../schema/notificationKinds.ts'
import { NODE_KINDS } from '../schema/systemKinds.ts'
import { ROLES } from '../schema/roles.ts'
import { AGENT_ANSWERS, AGENT_STEPS, AGENT_TRADE_KINDS, AGENT_VERDICTS } from '../schema/trading/agent.ts'
import { BACKTEST_STATUSES } from '../schema/trading/BacktestStatus.ts'
import { CLOSING_STATES } from '../schema/trading/closingOrders.ts'
import { KILL_SCOPES } from '../schema/trading/denials.ts'
import { EXIT_REASONS } from '../schema/trading/exits.ts'
import { FILL_INCIDENT_KINDS } from '../schema/trading/fillIncidents.ts'
import { ORDER_CALL_KINDS } from '../schema/trading/orderBudget.ts'
import { ORDER_PURPOSES } from '../schema/trading/OrderPurpose.ts'
import { ORDER_SIDES } from '../schema/trading/OrderSide.ts'
import { ORDER_STATUSES } from '../schema/trading/OrderStatus.ts'
import { SIGNAL_SIDES } from '../schema/trading/SignalSide.ts'
import { TRADE_MODES } from '../schema/TradeMode.ts'
import { TRADE_STATUSES } from '../schema/trading/TradeStatus.ts'
import * as tables from './generated/enums.ts'

it.each([
  ['AgentAnswer', tables.AgentAnswer, AGENT_ANSWERS],
  ['AgentStep', tables.AgentStep, AGENT_STEPS],
  ['AgentTradeKind', tables.AgentTradeKind, AGENT_TRADE_KINDS],
  ['AgentVerdict', tables.AgentVerdict, AGENT_VERDICTS],
  ['Audience', tables.Audience, AUDIENCES],
  ['BacktestStatus', tables.BacktestStatus, BACKTEST_STATUSES],
  ['ClosingState', tables.ClosingState, CLOSING_STATES],
  ['ExitReason', tables.ExitReason, EXIT_REASONS],
  ['FillIncidentKind', tables.FillIncidentKind, FILL_INCIDENT_KINDS],
  ['KillScope', tables.KillScope, KILL_SCOPES],
  ['NotificationChannel', tables.NotificationChannel, NOTIFICATION_CHANNELS],
  ['NodeKind', tables.NodeKind, NODE_KINDS],
  ['OrderCallKind', tables.OrderCallKind, ORDER_CALL_KINDS],
  ['OrderPurpose', tables.OrderPurpose, ORDER_PURPOSES],
  ['OrderSide', tables.OrderSide, ORDER_SIDES],
  ['OrderStatus', tables.OrderStatus, ORDER_STATUSES],
  ['Role', tables.Role, ROLES],
  ['SignalSide', tables.SignalSide, SIGNAL_SIDES],
  ['TradeMode', tables.TradeMode, TRADE_MODES],
  ['TradeStatus', tables.TradeStatus, TRADE_STATUSES],
] as const)('%s has the same names in the tables and in schema/', (_name, stored, names) => {
  expect(Object.keys(stored).toSorted()).toEqual([...names].toSorted())
})
