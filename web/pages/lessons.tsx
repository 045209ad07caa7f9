export default function LessonRoom() {
  return null;
}
