import { expect, it } from 'vitest'
import { openGraphTags } from './open-graph.ts'

const head = { title: `5 by "Ada" <b>'s`, description: 'Words & more' }

it('tells what a page is, escaped, with absolute addresses', () => {
  const image = { path: '/scores/1/card.png?v=1&x=2', width: 1200, height: 630, alt: '"5"' }
  expect(openGraphTags({ ...head, image }, 'Skillshot', 'https://scores.example', '/scores/1').split('\n')).toEqual([
    '<meta property="og:title" content="5 by &quot;Ada&quot; &lt;b&gt;&#39;s">',
    '<meta property="og:description" content="Words &amp; more">',
    '<meta property="og:type" content="website">',
    '<meta property="og:site_name" content="Skillshot">',
    '<meta property="og:url" content="https://scores.example/scores/1">',
    '<meta property="og:image" content="https://scores.example/scores/1/card.png?v=1&amp;x=2">',
    '<meta property="og:image:width" content="1200">',
    '<meta property="og:image:height" content="630">',
    '<meta property="og:image:alt" content="&quot;5&quot;">',
    '<meta name="twitter:card" content="summary_large_image">',
    '<meta name="twitter:title" content="5 by &quot;Ada&quot; &lt;b&gt;&#39;s">',
    '<meta name="twitter:description" content="Words &amp; more">',
    '<meta name="twitter:image" content="https://scores.example/scores/1/card.png?v=1&amp;x=2">',
    '<meta name="twitter:image:alt" content="&quot;5&quot;">',
  ])
})

it('asks for a small preview where there is no picture', () => {
  const tags = openGraphTags(head, 'Skillshot', 'https://scores.example', '/')
  expect(tags).toContain('<meta name="twitter:card" content="summary">')
  expect(tags).not.toContain('image"')
})
