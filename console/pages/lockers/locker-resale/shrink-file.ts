/** A picture as it is sent: small enough for a mobile connection. */
import { type Attachment, shrinkPhoto } from "../../../field/photos.ts";

export const toFile = ({ blob, name }: Attachment): File => new File([blob], name, { type: blob.type });

export const shrinkFile = async (file: File): Promise<File> => toFile(await shrinkPhoto(file));
