// SPDX-License-Identifier: MIT
//
// The GStreamer element `autovideoflip`, which WebKitGTK's MediaRecorder asks for and which GStreamer has only since
// 1.24. WebKit sets `video-direction` and nothing else; a `videoflip` behind a converter does that.
#include <gst/gst.h>
#include <gst/video/video.h>

#define PACKAGE "sayso-autovideoflip"

typedef struct {
  GstBin parent;
  GstElement *flip;
} AutoVideoFlip;

typedef GstBinClass AutoVideoFlipClass;

G_DEFINE_TYPE(AutoVideoFlip, auto_video_flip, GST_TYPE_BIN)

static GstStaticPadTemplate sink_template =
    GST_STATIC_PAD_TEMPLATE("sink", GST_PAD_SINK, GST_PAD_ALWAYS, GST_STATIC_CAPS_ANY);
static GstStaticPadTemplate src_template =
    GST_STATIC_PAD_TEMPLATE("src", GST_PAD_SRC, GST_PAD_ALWAYS, GST_STATIC_CAPS_ANY);

static void set_property(GObject *object, guint id, const GValue *value, GParamSpec *spec) {
  g_object_set_property(G_OBJECT(((AutoVideoFlip *)object)->flip), "video-direction", value);
}

static void get_property(GObject *object, guint id, GValue *value, GParamSpec *spec) {
  g_object_get_property(G_OBJECT(((AutoVideoFlip *)object)->flip), "video-direction", value);
}

static void auto_video_flip_class_init(AutoVideoFlipClass *class) {
  GObjectClass *object_class = G_OBJECT_CLASS(class);
  GstElementClass *element_class = GST_ELEMENT_CLASS(class);
  object_class->set_property = set_property;
  object_class->get_property = get_property;
  g_object_class_install_property(
      object_class, 1,
      g_param_spec_enum("video-direction", "Video direction", "How to turn the picture",
                        GST_TYPE_VIDEO_ORIENTATION_METHOD, GST_VIDEO_ORIENTATION_IDENTITY, G_PARAM_READWRITE));
  gst_element_class_set_static_metadata(element_class, "Auto video flip", "Filter/Effect/Video", "Turns a picture",
                                        "Sayso");
  gst_element_class_add_static_pad_template(element_class, &sink_template);
  gst_element_class_add_static_pad_template(element_class, &src_template);
}

static void expose(AutoVideoFlip *self, GstElement *element, const char *name) {
  GstPad *pad = gst_element_get_static_pad(element, name);
  gst_element_add_pad(GST_ELEMENT(self), gst_ghost_pad_new(name, pad));
  gst_object_unref(pad);
}

static void auto_video_flip_init(AutoVideoFlip *self) {
  GstElement *convert = gst_element_factory_make("videoconvert", NULL);
  self->flip = gst_element_factory_make("videoflip", NULL);
  gst_bin_add_many(GST_BIN(self), convert, self->flip, NULL);
  gst_element_link(convert, self->flip);
  expose(self, convert, "sink");
  expose(self, self->flip, "src");
}

static gboolean register_elements(GstPlugin *plugin) {
  return gst_element_register(plugin, "autovideoflip", GST_RANK_NONE, auto_video_flip_get_type());
}

// GStreamer takes only licences from its own list; "MIT/X11" is the one of this file.
GST_PLUGIN_DEFINE(GST_VERSION_MAJOR, GST_VERSION_MINOR, autovideoflip, "A stand-in for autovideoflip", register_elements,
                  "1", "MIT/X11", PACKAGE, "https://sayso.example")
