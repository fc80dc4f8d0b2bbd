import { expect, it } from 'vitest'
import { readOrderStatus } from './orderStatus.ts'

it.each([
  ['put order req received', '', 'PENDING', null],
  ['validation pending', 'validation pending', 'PENDING', null],
  ['open pending', 'open pending', 'PENDING', null],
  ['trigger pending', 'trigger pending', 'TRIGGER_PENDING', null],
  ['Open ', 'open', 'OPEN', null],
  ['complete', 'complete', 'FILLED', null],
  ['cancelled', 'cancelled', 'CANCELLED', null],
  ['cancelled after market order', '', 'CANCELLED', null],
  ['rejected', 'rejected', 'REJECTED', null],
  ['modified', 'trigger pending', 'TRIGGER_PENDING', 'modified'],
  ['modified', 'modified', 'OPEN', 'modified'],
  ['modify pending', 'open', 'OPEN', 'modifyPending'],
  ['modify validation pending', 'modify validation pending', null, 'modifyPending'],
  ['not modified', 'open', 'OPEN', 'unchanged'],
  ['cancel pending', 'trigger pending', 'TRIGGER_PENDING', 'cancelPending'],
  ['not cancelled', 'open', 'OPEN', 'unchanged'],
  ['something new', 'open', 'OPEN', null],
  ['something new', 'something newer', null, null],
  ['constructor', '', null, null],
])('%j with %j is %s and %s', (status, orderStatus, state, news) => {
  expect(readOrderStatus(status, orderStatus)).toEqual({ state, news })
})
