/** Pictures and files of members, lists and courses, and the links that show them. */
export { dropPicture, pictureLinks, savePicture } from './picture-field.ts'
export { localPictures } from './pictures.ts'
