import { expect, it } from 'vitest'
import { harmlessMarkup } from './trustMarkdown.ts'

it.each([
  '',
  'plain & text',
  '<p>Of <code>NIFTY</code>: <a href="https://example.com/x" target="_blank">more</a></p>\n',
  '<ul>\n<li>one</li>\n</ul>',
  '<br />',
])('lets %j pass', (text) => {
  expect(harmlessMarkup(text)).toBe(text)
})

it.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<p onclick="alert(1)">x</p>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href=" JavaScript:alert(1)">x</a>',
  '<svg><p>x</p></svg>',
  '<p',
  '<style>*{}</style>',
  '<p style="color:red">x</p>',
  '<iframe srcdoc="x"></iframe>',
])('refuses %j', (text) => {
  expect(() => harmlessMarkup(text)).toThrow(TypeError)
})
