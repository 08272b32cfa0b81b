/** The file name by which a sketch is told from a photo: both are of the specification's kind `survey_file`. */
export const SKETCH_NAME = 'sketch.png';
