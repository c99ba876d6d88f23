import { expect, it } from 'vitest'
import { xmlText } from './xml.ts'

it('escapes markup and replaces characters that XML cannot contain', () => {
  expect(xmlText(`a<b>&"c"'d' ]]>`)).toBe('a&lt;b&gt;&amp;&quot;c&quot;&#39;d&#39; ]]&gt;')
  expect(xmlText('tab\tline\nball \u{1F3B1} ä')).toBe('tab\tline\nball \u{1F3B1} ä')
  for (const odd of ['\u0000', '\u0008', '\u000b', '\u001f', '\ufffe', '\uffff', '\ud800', '\udc00'])
    expect(xmlText(`a${odd}b`)).toBe('a\ufffdb')
})
