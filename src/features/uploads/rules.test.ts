import { describe, expect, it } from 'vitest'
import { findDenial, parsePictureId, RESTRICTIONS, sizeLabel } from './rules.ts'

describe('what may be uploaded', () => {
  it('is JPEG, up to 2 MB for scores and 1 MB for all else', () => {
    const file = { type: 'image/jpeg' }
    expect(findDenial(RESTRICTIONS.scorePicUpload, { ...file, size: 2_097_152 })).toBe(null)
    expect(findDenial(RESTRICTIONS.scorePicUpload, { ...file, size: 2_097_153 })).toBe('File exceeds allowed size of 2 MB')
    for (const kind of ['profilePicUpload', 'groupPicUpload', 'machineBackglassPicUpload'] as const) {
      expect(findDenial(RESTRICTIONS[kind], { ...file, size: 1_048_576 })).toBe(null)
      expect(findDenial(RESTRICTIONS[kind], { ...file, size: 1_048_577 })).toBe('File exceeds allowed size of 1 MB')
    }
    expect(findDenial(RESTRICTIONS.scorePicUpload, { type: 'image/png', size: 1 })).toBe('Only files of type image/jpeg can be uploaded')
    expect(findDenial(RESTRICTIONS.scorePicUpload, { size: 1 })).toBe('Only files of type image/jpeg can be uploaded')
  })

  it("is denied with the mission's texts, for every form of the allowed types", () => {
    const maxSize = null
    expect(findDenial({ maxSize, allowedFileTypes: /^image\// }, { size: 1, type: 'text/html' })).toBe(
      'text/html is not an allowed file type',
    )
    expect(findDenial({ maxSize, allowedFileTypes: ['image/png', 'image/gif'] }, { size: 1, type: 'text/html' })).toBe(
      'text/html is not one of the followed allowed file types: image/png, image/gif',
    )
    expect(findDenial({ maxSize, allowedFileTypes: null }, { size: 1e12, type: 'text/html' })).toBe(null)
  })

  it('names sizes in steps of 1024 with at most two decimals', () => {
    expect([0, 1023, 1024, 1536, 1_048_576, 2_097_152, 5_368_709_120, 1_234_567].map(sizeLabel)).toEqual([
      '0 Bytes',
      '1023 Bytes',
      '1 KB',
      '1.5 KB',
      '1 MB',
      '2 MB',
      '5 GB',
      '1.18 MB',
    ])
  })
})

describe("a picture's id", () => {
  it('is part of its URL, on any host', () => {
    expect(parsePictureId('/pictures/scorePicUpload/0a1b2c/full.jpg')).toBe('0a1b2c')
    expect(parsePictureId('https://store.example/bucket/pictures/profilePicUpload/0a1b2c/small.webp')).toBe('0a1b2c')
    expect([parsePictureId(''), parsePictureId('/machines/1'), parsePictureId('/pictures/scorePicUpload/full.jpg')]).toEqual([
      null,
      null,
      null,
    ])
  })
})
