import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { MachineThumb } from './MachineThumb.tsx'

test("a machine's small picture has no text of its own for screen readers", () => {
  const small = { url: '/p/small.jpg', webp: '/p/small.webp', width: 160, height: 120 }
  const html = renderToString(<MachineThumb name="Attack" picture={small} />)
  expect(html).toContain('srcSet="/p/small.webp"')
  expect(html).toMatch(/<img[^>]*src="\/p\/small.jpg" alt="" width="160" height="120" loading="lazy"/)
})
