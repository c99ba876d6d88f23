import { renderToString } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { Avatar } from './Avatar.tsx'
import { Picture } from './Picture.tsx'
import { PictureViewer } from './PictureViewer.tsx'
import { type ShownPicture, sourceSet } from './pictures.ts'

const small = { url: '/p/small.jpg', webp: '/p/small.webp', width: 160, height: 120 }
const medium = { url: '/p/medium.jpg', width: 640, height: 480 }
const photo: ShownPicture = {
  url: '/p/full.jpg',
  webp: '/p/full.webp',
  width: 2048,
  height: 1536,
  sizes: [small, medium],
  placeholder: 'data:image/webp;base64,AAAA',
}

describe('what a browser may choose from', () => {
  test('is every size, as WebP where there is one', () => {
    expect(sourceSet(photo, 'jpeg')).toBe('/p/small.jpg 160w, /p/medium.jpg 640w, /p/full.jpg 2048w')
    expect(sourceSet(photo, 'webp')).toBe('/p/small.webp 160w, /p/medium.jpg 640w, /p/full.webp 2048w')
  })

  test('has no size twice where the picture itself is small, and no WebP where none was worth it', () => {
    const tiny: ShownPicture = { ...medium, url: '/p/full.jpg', sizes: [{ url: '/p/small.jpg', width: 160, height: 120 }, medium] }
    expect(sourceSet(tiny, 'jpeg')).toBe('/p/small.jpg 160w, /p/full.jpg 640w')
    expect(sourceSet(tiny, 'webp')).toBe(null)
    expect(renderToString(<Picture picture={tiny} alt="" sizes="100vw" />)).not.toContain('<source')
  })
})

describe('a picture in the first render', () => {
  const html = renderToString(<Picture picture={photo} alt="The display" sizes="46rem" />)

  test('keeps its room, waits until it is near, and stands there without script', () => {
    expect(html).toMatch(/<img[^>]*alt="The display"[^>]*width="2048" height="1536" loading="lazy"/)
    expect(html).toContain('src="data:image/webp;base64,AAAA"')
    expect(html).not.toMatch(/hidden"|style=|could not be loaded/)
  })

  test('is fetched at once where it is what the page is about', () => {
    expect(renderToString(<Picture picture={photo} alt="" sizes="46rem" eager />)).toMatch(/loading="eager" fetchPriority="high"/)
  })

  test('opens by a button that says what it opens, and no dialog is there yet', () => {
    const viewer = renderToString(<PictureViewer picture={photo} alt="The display" sizes="46rem" />)
    expect(viewer).toContain('aria-label="Open photo: The display"')
    expect(viewer).not.toContain('<dialog')
  })
})

test('small pictures say nothing beside the name they belong to', () => {
  const html = renderToString(<Avatar name="Ada" picture={small} />)
  expect(html).toContain('srcSet="/p/small.webp"')
  expect(html).toMatch(/<img[^>]*src="\/p\/small.jpg" alt="" width="160" height="120" loading="lazy"/)
  expect(renderToString(<Avatar name="Ada Moreau" />)).toContain('>AM<')
})
