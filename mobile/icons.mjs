// Draws the PNG icons and the splash image from the logo: `node mobile/icons.mjs`. The vector drawables of Android are in res/drawable.
import { join } from 'node:path'
import sharp from 'sharp'

const here = import.meta.dirname
const PLATE = '#241809'
const FLOOR = '#14100c'
const MARK =
  '<path d="M24.5 27V17A10.5 10.5 0 0 0 14 6.5" fill="none" stroke="#ffb02e" stroke-width="4" stroke-linecap="round"/><circle cx="11" cy="15" r="6" fill="#f4ede2"/>'

/** @param plate SVG of the background; @param room size of the logo as a fraction of the side */
const drawing = (side, plate, room) => {
  const at = (32 - 32 * room) / 2
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 32 32">${plate}<g transform="translate(${at} ${at}) scale(${room})">${MARK}</g></svg>`
}

const draw = (svg, path, opaque = null) => {
  const image = sharp(Buffer.from(svg))
  return (opaque === null ? image : image.flatten({ background: opaque }))
    .png({ compressionLevel: 9, palette: opaque === null })
    .toFile(join(here, path))
}

const square = `<rect width="32" height="32" rx="7" fill="${PLATE}"/>`
const round = `<circle cx="16" cy="16" r="16" fill="${PLATE}"/>`
const full = color => `<rect width="32" height="32" fill="${color}"/>`

/** Size of the launcher icon (px) by density. Android 8 and later uses the adaptive icon in res/drawable instead. */
for (const [density, side] of Object.entries({ mdpi: 48, hdpi: 72, xhdpi: 96, xxhdpi: 144, xxxhdpi: 192 })) {
  const folder = `android/app/src/main/res/mipmap-${density}`
  await draw(drawing(side, square, 0.9), `${folder}/ic_launcher.png`)
  await draw(drawing(side, round, 0.75), `${folder}/ic_launcher_round.png`)
}
const assets = 'ios/App/App/Assets.xcassets'
await draw(drawing(1024, full(PLATE), 0.85), `${assets}/AppIcon.appiconset/AppIcon-512@2x.png`, PLATE)
await draw(drawing(2732, full(FLOOR), 0.16), `${assets}/Splash.imageset/splash-2732x2732.png`, FLOOR)
