import { speak } from '../../../src/platform/ui/format/locale.ts'

speak('en')

export { shrinkPicture } from '../../../src/features/uploads/ui/shrink.ts'
